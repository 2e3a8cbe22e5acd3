import { expect, it } from '@jest/globals';
import { unfilledPort } from './unfilled-port.ts';

abstract class Port {
  abstract of(userId: string): string;
}
class Service {
  of(): string {
    return 'a';
  }
}
class Needy {
  constructor(readonly service: Service) {}
}

it('stands for an abstract class', () => {
  expect(unfilledPort(Port)).toEqual({});
});
it.each([Service, Needy, Symbol('TIMES'), 'name', undefined])('stands for nothing else: %p', (token) => {
  expect(unfilledPort(token)).toBeUndefined();
});
