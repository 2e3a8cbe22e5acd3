import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';

export class PostIdPipe extends idInPath(PostNotFound) {}

/** The id of an account that is a target of a post. */
export class AccountIdPipe extends idInPath(TargetIsMissing) {}
