import { Badge } from './badge.tsx';
import { UI_TEXT } from './messages.en.ts';

/** The badge next to the name of a user with Premium. */
export const ProBadge = () => <Badge tone="primary">{UI_TEXT.pro}</Badge>;
