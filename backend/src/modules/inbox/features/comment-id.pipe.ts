import { Injectable, type PipeTransform } from '@nestjs/common';
import { CommentNotFound } from '../domain/inbox.errors.ts';

/** The number in an address. One that no comment can have is the address of no comment. */
@Injectable()
export class CommentIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new CommentNotFound();
    return Number(value);
  }
}
