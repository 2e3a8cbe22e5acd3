import type { PipeTransform } from '@nestjs/common';

/** A pipe for a number in the path. It throws `Missing` for a number that can never be an id. */
export const idInPath = (Missing: new () => Error) =>
  class implements PipeTransform<string, number> {
    transform(value: string): number {
      if (!/^[1-9]\d{0,14}$/u.test(value)) throw new Missing();
      return Number(value);
    }
  };
