import { problemText } from '@posthorn/contracts/scheduling/target-problems';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class AccountNeedsLogin extends refusal(
  'integrations.reconnect',
  problemText('reconnect', 'failed'),
) {}
