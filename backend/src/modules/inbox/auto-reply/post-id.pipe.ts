import { Injectable, type PipeTransform } from '@nestjs/common';
import { PostNotFound } from './post-not-found.ts';

/** What no post can be called is no post. */
@Injectable()
export class PostIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new PostNotFound();
    return Number(value);
  }
}
