import type { ModuleMetadata, Provider } from '@nestjs/common';
import type { Injected } from './injected.ts';
import type { ModuleManifest } from './module-manifest.ts';
import { providersOf } from './providers-of.ts';
import { registrationsOf } from './registrations-of.ts';

/**
 * Returns the metadata of a module for Nest. Everything that the module adds is registered while Nest creates its providers, before readers start.
 * @throws Error when a class is listed twice, or under `providers` though another list is meant for it
 */
export function manifest(declared: ModuleManifest): ModuleMetadata {
  const { name, imports = [], controllers = [], offers = [] } = declared;
  const registrations = registrationsOf(declared);
  const registrar: Provider = {
    provide: `manifest of ${name}`,
    inject: registrations.flatMap(({ tokens }) => tokens),
    useFactory: (...values: unknown[]) => {
      register(name, registrations, values);
      return name;
    },
  };
  return {
    imports,
    controllers,
    providers: [...providersOf(declared), registrar],
    exports: offers.map(({ port }) => port),
  };
}

/** @param values of all tokens, in their order */
function register(name: string, registrations: readonly Injected<void>[], values: readonly unknown[]): void {
  let from = 0;
  for (const { tokens, make } of registrations) {
    const dependencies = values.slice(from, (from += tokens.length));
    try {
      make(...dependencies);
    } catch (error) {
      throw new Error(`Module ${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
