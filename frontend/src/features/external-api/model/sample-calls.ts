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
import { DOCUMENTATION_TEXT as TEXT } from '../messages/documentation.en.ts';
import { hasEnded } from './has-ended.ts';

const CALLS = {
  platforms: externalPlatforms,
  statistics,
  replies: waitingReplies,
  posts: createPost,
} as const satisfies Record<string, ExternalCall<unknown, unknown>>;
const DAY = 86_400_000;
const HOUR = 3_600_000;

export type SampleCall = Readonly<{
  name: keyof typeof CALLS;
  /** `GET /api/external/platforms`. */
  address: string;
  scope: ApiScope | null;
  curl: string;
}>;
type Person = Readonly<{
  tokens: readonly ApiTokenView[];
  /** The platform of the sample post. */
  platform: Platform;
  origin: string;
  now: number;
}>;

/** The calls that most users begin with, as shell commands. Each names one of the user's tokens with the needed scope. */
export const sampleCalls = (person: Person): readonly SampleCall[] =>
  (Object.keys(CALLS) as (keyof typeof CALLS)[]).map((name) => {
    const { method, path, scope } = CALLS[name];
    const address = `${method} ${path}`;
    return { name, address, scope, curl: curlOf(name, person) };
  });

function curlOf(name: keyof typeof CALLS, { tokens, platform, origin, now }: Person): string {
  const { path, scope } = CALLS[name];
  const lines = [`curl '${origin}${path}'`, `-H 'Authorization: Bearer ${placeFor(tokens, scope, now)}'`];
  if (name === 'posts') {
    const post: CreatePostRequest = {
      content: TEXT.example,
      platforms: [platform],
      scheduledFor: new Date(Math.ceil((now + DAY) / HOUR) * HOUR).toISOString(),
      hashtags: [BRAND.hashtag],
    };
    lines.push(
      `-H 'Content-Type: application/json'`,
      // The same request has the same key. A request of the next hour has another one.
      `-H 'Idempotency-Key: ${post.scheduledFor}'`,
      `-d '${JSON.stringify(post)}'`,
    );
  }
  return lines.join(' \\\n  ');
}

/** The configuration of an MCP client, in the form that most of them read. */
export const mcpSettings = (tokens: readonly ApiTokenView[], origin: string, now: number): string =>
  JSON.stringify(
    {
      mcpServers: {
        [BRAND.hashtag]: {
          type: 'http',
          url: mcpAddress(origin),
          headers: { Authorization: `Bearer ${placeFor(tokens, null, now)}` },
        },
      },
    },
    null,
    2,
  );

export const mcpAddress = (origin: string): string => `${origin}/mcp`;

/** The name of the newest token with the scope. Its single quotes are replaced, because they would end the shell's quoted text. */
function placeFor(tokens: readonly ApiTokenView[], scope: ApiScope | null, now: number): string {
  const token = tokens.find(
    (each) => !hasEnded(each, now) && (scope === null || each.scopes.includes(scope)),
  );
  return `<${(token?.name ?? TEXT.someToken).replaceAll("'", '’')}>`;
}
