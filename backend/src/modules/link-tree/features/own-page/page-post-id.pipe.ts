import { Injectable, type PipeTransform } from '@nestjs/common';
import { PostNotOnPage } from '../../domain/link-page-errors.ts';

/** The number in an address. One that no post can have is the address of no post. */
@Injectable()
export class PagePostIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new PostNotOnPage();
    return Number(value);
  }
}
