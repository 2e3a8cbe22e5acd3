import { idInPath } from '#infrastructure/http/id-in-path.ts';
import { CommentNotFound } from '../domain/comment/comment-errors.ts';

export class CommentIdPipe extends idInPath(CommentNotFound) {}
