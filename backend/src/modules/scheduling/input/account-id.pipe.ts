import { Injectable, type PipeTransform } from '@nestjs/common';
import { TargetIsMissing } from '../domain/publication/publication-errors.ts';

/** The number of an account in an address. One that no account can have is the address of no target. */
@Injectable()
export class AccountIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,14}$/u.test(value)) throw new TargetIsMissing();
    return Number(value);
  }
}
