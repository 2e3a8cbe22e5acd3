import type { Configuration } from '../config/configuration.ts';
import { readConfiguration } from '../config/read-configuration.ts';

/** As an operator would have set it, except that specs call the API more often than a person does. */
export const testConfiguration = (env: Readonly<Record<string, string>> = {}): Configuration =>
  readConfiguration({ REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error', NODE_ENV: 'test', ...env });
