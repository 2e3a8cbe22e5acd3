import type { PipeTransform } from '@nestjs/common';

/** A pipe for the number in an address. One that nothing can have is the address of nothing: `Missing` is thrown. */
export const idInPath = (Missing: new () => Error) =>
  class implements PipeTransform<string, number> {
    transform(value: string): number {
      if (!/^[1-9]\d{0,14}$/u.test(value)) throw new Missing();
      return Number(value);
    }
  };
