import { commentTools } from './comments.tools.ts';
import { draftTools } from './drafts.tools.ts';
import { postTools } from './posts.tools.ts';
import { readingTools } from './reading.tools.ts';
import type { Tool } from './tool.ts';

/** All tools. No tool publishes immediately, and none creates pictures or videos. */
export const TOOLS: readonly Tool[] = [...readingTools, ...draftTools, ...postTools, ...commentTools];

/** Whether a token with these scopes may use the tool's call. */
export const mayUse = (scopes: readonly string[], { call: { scope } }: Tool): boolean =>
  scope === null || scopes.includes(scope);
