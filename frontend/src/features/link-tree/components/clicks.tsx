import type { ClicksSeen } from '@posthorn/contracts/link-tree/link-page.http';
import { EDITOR_TEXT } from '../editor.messages.en.ts';

/** What the figure is, and what it leaves out, stands once on the screen. */
export const Clicks = ({ of: { clicks, visitors } }: { of: ClicksSeen }) => (
  <p className="text-muted">{clicks === 0 ? EDITOR_TEXT.noClicks : EDITOR_TEXT.clicks(clicks, visitors)}</p>
);
