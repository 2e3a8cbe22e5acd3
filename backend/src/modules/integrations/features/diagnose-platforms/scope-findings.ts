import type { AppName } from '#infrastructure/config/app-names.ts';
import { APP_VARIABLES } from '#infrastructure/config/platform-apps.ts';
import { PLATFORM_SCOPES } from '#infrastructure/config/platform-scopes.ts';

/** What an operator's own list of permissions lacks, and what of it nothing uses. */
export function scopeFindings(app: AppName, asked: readonly string[]): readonly string[] {
  const variable = `${APP_VARIABLES[app].prefix}_SCOPES`;
  const uses = PLATFORM_SCOPES[app].map((use) => ({ ...use, names: [use.scope, ...(use.instead ?? [])] }));
  const missing = uses.filter(({ names }) => !names.some((name) => asked.includes(name)));
  const used = uses.flatMap(({ names }) => names);
  const unused = asked.filter((scope) => !used.includes(scope));
  return [
    ...missing.map(
      ({ scope, features }) => `${variable} leaves out ${scope}, which is there to ${features.join(', ')}.`,
    ),
    ...(unused.length > 0
      ? [
          `${variable} asks for ${unused.join(', ')}, which nothing here uses: a review of the app refuses that.`,
        ]
      : []),
  ];
}
