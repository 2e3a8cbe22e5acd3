import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';

/**
 * A request may contain any field name, even that of a computed property. `class-transformer` assigns to an inherited getter, which throws. This pipe removes such
 * fields first.
 */
@Injectable()
export class RequestValidation extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    return super.transform(metatype ? withoutComputed(value, metatype) : value, metadata);
  }

  /** A number in the path stays a text, so that `idInPath` sees its spelling. Nest would read `0x1`, `1e0` and `+1` as 1 before it. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

function withoutComputed(value: unknown, { prototype }: Readonly<{ prototype?: unknown }>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const computed = Object.keys(value).filter((name) => isComputed(prototype, name));
  if (computed.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !computed.includes(name)));
}

function isComputed(prototype: unknown, name: string): boolean {
  for (let at = prototype; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found.get !== undefined;
  }
  return false;
}
