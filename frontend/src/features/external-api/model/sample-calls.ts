import { externalPlatforms } from '@posthorn/contracts/external/accounts.http';
import {
  createPost,
  statistics,
  type CreatePostRequest,
  type ExternalCall,
} from '@posthorn/contracts/external/posts.http';
import { waitingReplies } from '@posthorn/contracts/external/replies.http';
import type { ApiScope, ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import { DOCUMENTATION_TEXT as TEXT } from '../messages/documentation.en.ts';
import { hasEnded } from './has-ended.ts';

const CALLS = {
  platforms: externalPlatforms,
  statistics,
  replies: waitingReplies,
  posts: createPost,
} as const satisfies Record<string, ExternalCall<unknown, unknown>>;

export type SampleCall = Readonly<{
  name: keyof typeof CALLS;
  /** Method and path, for example `GET /api/external/platforms`. */
  address: string;
  scope: ApiScope | null;
  curl: string;
}>;
type SampleContext = Readonly<{
  tokens: readonly ApiTokenView[];
  /** The platform of the sample post. */
  platform: Platform;
  origin: string;
  now: number;
}>;

/** Returns the calls with which most users begin, as shell commands. Each contains the name of a token of the user with the required scope. */
export const sampleCalls = (context: SampleContext): readonly SampleCall[] =>
  (Object.keys(CALLS) as (keyof typeof CALLS)[]).map((name) => {
    const { method, path, scope } = CALLS[name];
    const address = `${method} ${path}`;
    return { name, address, scope, curl: curlOf(name, context) };
  });

function curlOf(name: keyof typeof CALLS, { tokens, platform, origin, now }: SampleContext): string {
  const { path, scope } = CALLS[name];
  const lines = [
    `curl '${origin}${path}'`,
    `-H 'Authorization: Bearer ${placeholderFor(tokens, scope, now)}'`,
  ];
  if (name === 'posts') {
    const post: CreatePostRequest = {
      content: TEXT.example,
      platforms: [platform],
      scheduledFor: new Date(Math.ceil((now + DAY_MS) / HOUR_MS) * HOUR_MS).toISOString(),
      hashtags: [BRAND.hashtag],
    };
    lines.push(
      `-H 'Content-Type: application/json'`,
      // The same request has the same key. In the next hour, both change.
      `-H 'Idempotency-Key: ${post.scheduledFor}'`,
      `-d '${JSON.stringify(post)}'`,
    );
  }
  return lines.join(' \\\n  ');
}

/** Returns the configuration of an MCP client, in the format that most clients use. */
export const mcpSettings = (tokens: readonly ApiTokenView[], origin: string, now: number): string =>
  JSON.stringify(
    {
      mcpServers: {
        [BRAND.hashtag]: {
          type: 'http',
          url: mcpAddress(origin),
          headers: { Authorization: `Bearer ${placeholderFor(tokens, null, now)}` },
        },
      },
    },
    null,
    2,
  );

export const mcpAddress = (origin: string): string => `${origin}/mcp`;

/**
 * Returns the name of the first valid token with the scope, as a placeholder. Replaces single quotes, which
 * would end the quoted text in a shell.
 */
function placeholderFor(tokens: readonly ApiTokenView[], scope: ApiScope | null, now: number): string {
  const token = tokens.find(
    (each) => !hasEnded(each, now) && (scope === null || each.scopes.includes(scope)),
  );
  return `<${(token?.name ?? TEXT.someToken).replaceAll("'", '’')}>`;
}
