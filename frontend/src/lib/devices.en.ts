import { DEVICE_NAMES as NAMES } from '@posthorn/contracts/shared/device-names';
import type { Sentences } from '@posthorn/contracts/shared/said';

/** The names of browsers and API tokens that contain words. The server uses the same table for its names in English. */
export const DEVICE_NAMES: Sentences = NAMES;
