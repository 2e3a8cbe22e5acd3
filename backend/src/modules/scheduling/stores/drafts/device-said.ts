import { UNKNOWN_TOKEN } from '@posthorn/contracts/shared/device-names';
import type { SaidPart } from '@posthorn/contracts/shared/said';
import { browserSaid } from '#infrastructure/http/session/browser-name.ts';

/** The device of a change by a token whose name is unknown. Drafts contain this name, so it does not change. */
export const UNNAMED_TOKEN = 'API token';

/** Returns the code of a stored device. Undefined: its name is the same in every language. */
export const deviceSaid = (device: string): SaidPart | undefined =>
  device === UNNAMED_TOKEN ? UNKNOWN_TOKEN : browserSaid(device);
