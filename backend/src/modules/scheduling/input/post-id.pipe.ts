import { Injectable, type PipeTransform } from '@nestjs/common';
import { PostNotFound } from '../domain/post/post-errors.ts';

/** The number in an address. One that no post can have is the address of no post. */
@Injectable()
export class PostIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new PostNotFound();
    return Number(value);
  }
}
