import type { Variables } from './variables.ts';

/** `baseUrl` has no trailing slash. `isOpenAi`: OpenAI itself, not another server with its API. */
export type ModelSettings = Readonly<{ key: string; baseUrl: string; model: string; isOpenAi: boolean }>;

const OPENAI = 'https://api.openai.com/v1';
/** OpenAI also has hosts for regions, such as eu.api.openai.com. */
const OPENAI_HOST = /^(?:[\w-]+\.)?api\.openai\.com$/u;
/** The model of the sandbox. The product sends calls to hosts of `sandbox.test` to the sandbox on this machine, so the key is not secret. */
const SANDBOX: ModelSettings = {
  key: 'posthorn-sandbox',
  baseUrl: 'https://openai.sandbox.test/v1',
  model: 'sandbox',
  isOpenAi: false,
};
/** The characters that an HTTP header can carry. */
const KEY = /^[!-~]+$/u;

/**
 * Reads `OPENAI_API_KEY`, `OPENAI_BASE_URL` (default OpenAI) and `OPENAI_MODEL`, which has no default because models change and differ in
 * price. The operator’s own server needs no key. Without these variables, the product uses the model of the sandbox. If the sandbox is off,
 * there is no model.
 */
export function readModelSettings(read: Variables, sandboxOn: boolean): ModelSettings | null {
  const key = read.optionalText('OPENAI_API_KEY');
  const model = read.optionalText('OPENAI_MODEL');
  const hasOwnServer = read.optionalText('OPENAI_BASE_URL') !== null;
  const baseUrl = (read.operatorUrl('OPENAI_BASE_URL') ?? OPENAI).replace(/\/+$/, '');
  if (key !== null && !KEY.test(key)) read.refuse('OPENAI_API_KEY', 'has a space or a sign that no key has');
  if (key === null && !hasOwnServer) {
    if (model !== null)
      read.refuse('OPENAI_API_KEY', 'is missing, but OPENAI_MODEL is set: set both or none');
    return sandboxOn ? SANDBOX : null;
  }
  if (model === null) {
    read.refuse('OPENAI_MODEL', 'is missing: set the name of the model');
    return null;
  }
  return { key: key ?? 'none', baseUrl, model, isOpenAi: OPENAI_HOST.test(new URL(baseUrl).hostname) };
}
