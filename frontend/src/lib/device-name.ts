import { sentenceOf, type SaidPart } from '@posthorn/contracts/shared/said';
import { DEVICE_NAMES } from './devices.en.ts';

/** The name of a browser or an API token in the words of the product. Without a known code, uses the name of the server. */
export const deviceName = (name: string, said: SaidPart | undefined): string =>
  (said && sentenceOf(DEVICE_NAMES, said, said.values)) ?? name;
