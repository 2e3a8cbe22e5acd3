import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import type { Request } from 'express';
import { RequestRefused } from '../errors/request-refused.ts';
import { FROM_ANY_SITE } from './from-any-site.ts';

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The longest part of an unknown name that the message repeats. */
const NAME_MAX = 50;

type Handler = ReturnType<ExecutionContext['getHandler']>;
type Arguments = Readonly<Record<string, Readonly<{ index: number; data?: unknown }>>>;

/**
 * Refuses a change with a parameter in its query that the route does not declare. Otherwise the route would ignore a misspelled `dry_run`, and publish the
 * post. Routes for senders of other sites accept any parameter, because their senders may add some.
 */
@Injectable()
export class DeclaredQuery implements CanActivate {
  readonly #reflector = new Reflector();
  readonly #declared = new Map<Handler, ReadonlySet<string> | 'any'>();

  canActivate(context: ExecutionContext): boolean {
    const { method, query } = context.switchToHttp().getRequest<Request>();
    if (HARMLESS.has(method)) return true;
    const names = Object.keys(query);
    if (names.length === 0) return true;
    const declared = this.#declaredOf(context);
    if (declared === 'any') return true;
    const unknown = names.find((name) => !declared.has(name));
    if (unknown === undefined) return true;
    const values = { parameter: unknown.slice(0, NAME_MAX), known: [...declared].sort().join(', ') };
    throw new RequestRefused(
      'request.parameter-unknown',
      SERVER_TEXT.parameterUnknown(values.parameter, values.known),
      {},
      values,
    );
  }

  #declaredOf(context: ExecutionContext): ReadonlySet<string> | 'any' {
    const handler = context.getHandler();
    const known = this.#declared.get(handler);
    if (known !== undefined) return known;
    const found = this.#isFromAnySite(context) ? 'any' : declaredBy(context);
    this.#declared.set(handler, found);
    return found;
  }

  #isFromAnySite(context: ExecutionContext): boolean {
    const marked = [context.getHandler(), context.getClass()];
    return this.#reflector.getAllAndOverride<boolean | undefined>(FROM_ANY_SITE, marked) ?? false;
  }
}

/** Reads the names from `@Query('name')`, and from the class of `@Query()`. Without a class, the route accepts any. */
function declaredBy(context: ExecutionContext): ReadonlySet<string> | 'any' {
  const controller = context.getClass();
  const method = context.getHandler().name;
  const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Arguments;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ??
    []) as readonly unknown[];
  const names = Object.entries(given)
    .filter(([key]) => key.startsWith(`${String(RouteParamtypes.QUERY)}:`))
    .map(([, { index, data }]) => (typeof data === 'string' ? [data] : fieldsOf(types[index])));
  return names.some((all) => all === 'any') ? 'any' : new Set(names.flat());
}

function fieldsOf(type: unknown): readonly string[] | 'any' {
  if (typeof type !== 'function' || type === Object) return 'any';
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
