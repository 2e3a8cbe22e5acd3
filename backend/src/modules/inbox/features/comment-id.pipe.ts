import { idInPath } from '#infrastructure/http/edge/id-in-path.ts';
import { CommentNotFound } from '../domain/inbox.errors.ts';

export class CommentIdPipe extends idInPath(CommentNotFound) {}
