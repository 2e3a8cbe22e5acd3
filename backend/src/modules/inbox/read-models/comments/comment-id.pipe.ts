import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { CommentNotFound } from '../../domain/comment/inbox.errors.ts';

export class CommentIdPipe extends idInPath(CommentNotFound) {}
