import type { Configuration } from '../config/configuration.ts';
import { readConfiguration } from '../config/read-configuration.ts';

/** The configuration of an operator, except that specs may call the API more often. */
export const testConfiguration = (env: Readonly<Record<string, string>> = {}): Configuration =>
  readConfiguration({ REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error', NODE_ENV: 'test', ...env });
