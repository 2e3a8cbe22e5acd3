import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** To anybody but its owner there is no such post. */
export class PostNotFound extends refusal('inbox.post-not-found', POST_TEXT.missing) {}
