import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable, ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { RequestNotValid } from '../errors/request-refused.ts';

/**
 * A request may contain any field name, even that of a computed property. `class-transformer` assigns to an inherited getter, which throws. This pipe removes such
 * fields first.
 */
@Injectable()
export class RequestValidation extends ValidationPipe {
  constructor() {
    super({ transform: true, whitelist: true, stopAtFirstError: true, exceptionFactory });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    return super.transform(metatype ? withoutComputed(value, metatype) : value, metadata);
  }

  /** A number in the path stays a text, so that `idInPath` sees its spelling. Nest would read `0x1`, `1e0` and `+1` as 1 before it. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** Checks a value like the body of a request. @throws RequestNotValid */
export const validated = async <Dto extends object>(metatype: new () => Dto, body: object): Promise<Dto> =>
  (await new RequestValidation().transform(body, { type: 'body', metatype })) as Dto;

const exceptionFactory = (errors: ValidationError[]): RequestNotValid =>
  new RequestNotValid(Object.fromEntries(errors.flatMap((error) => sentences(error, ''))));

/** Returns one sentence per refused field, with the path of nested fields: `mediaFiles.0.mediaUrl`. */
function sentences({ property, constraints, children }: ValidationError, above: string): [string, string][] {
  const path = above ? `${above}.${property}` : property;
  const own = Object.values(constraints ?? {})[0];
  if (own !== undefined) return [[path, own]];
  const inner = (children ?? []).flatMap((child) => sentences(child, path));
  return inner.length > 0 ? inner : [[path, SERVER_TEXT.notValid]];
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
