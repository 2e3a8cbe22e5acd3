import { commentTools } from './comments.tools.ts';
import { postTools } from './posts.tools.ts';
import { readingTools } from './reading.tools.ts';
import type { Tool } from './tool.ts';

/** There is none that publishes at once, and none that makes pictures or films. */
export const TOOLS: readonly Tool[] = [...readingTools, ...postTools, ...commentTools];

/** Whether a token with these scopes opens the call that the tool is. */
export const mayUse = (scopes: readonly string[], { call: { scope } }: Tool): boolean =>
  scope === null || scopes.includes(scope);
