import { MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { RequestNotValid, RequestRefused } from '#infrastructure/http/errors/request-refused.ts';

const DRAWING_RETRY_SECONDS = 60;
const UPLOADS_RETRY_SECONDS = 10;

/** The messages of the contract, with the name of the faulty file. */
export const noFiles = () => new RequestNotValid({ media: MEDIA_TEXT.none });
export const tooManyFiles = () => new RequestRefused('scheduling.too-many-files', MEDIA_TEXT.tooMany);
export const fileTooLarge = (name: string) =>
  new RequestRefused('scheduling.file-too-large', MEDIA_TEXT.tooLarge(name), {}, { file: name });
export const tooManyPixels = (name: string) =>
  new RequestRefused('scheduling.too-many-pixels', MEDIA_TEXT.pixelsMax(name), {}, { file: name });
export const fileTooComplex = (name: string) =>
  new RequestRefused('scheduling.file-too-complex', MEDIA_TEXT.tooComplex(name), {}, { file: name });
export const notSupported = (name: string) =>
  new RequestRefused('scheduling.file-not-supported', MEDIA_TEXT.notSupported(name), {}, { file: name });
export const soundOnly = (name: string) =>
  new RequestRefused('scheduling.file-not-supported', MEDIA_TEXT.soundOnly(name), {}, { file: name });
export const notReadable = (name: string) =>
  new RequestRefused('scheduling.file-not-readable', MEDIA_TEXT.notReadable(name), {}, { file: name });
export const notFetched = (address: string) =>
  new RequestRefused(
    'scheduling.file-not-fetched',
    MEDIA_TEXT.notFetched(hostOf(address)),
    {},
    {
      host: hostOf(address),
    },
  );
export const addressNotAllowed = () =>
  new RequestRefused('external.address-not-allowed', MEDIA_TEXT.addressNotAllowed);
export const storageFull = () => new RequestRefused('scheduling.storage-full', MEDIA_TEXT.quota);
export const uploadKeyReused = () =>
  new RequestRefused('scheduling.idempotency-key-reused', MEDIA_TEXT.keyReused);
export const uploadBroken = () => new RequestRefused('scheduling.upload-broken', MEDIA_TEXT.failed);
export const nameNotReadable = () =>
  new RequestRefused('scheduling.upload-broken', MEDIA_TEXT.nameNotReadable);
export const bodyTooLarge = () => new RequestRefused('request.too-large', SERVER_TEXT.bodyTooLarge);
export const drawingBusy = () =>
  new RequestRefused('scheduling.drawing-busy', MEDIA_TEXT.drawingBusy, {
    'retry-after': String(DRAWING_RETRY_SECONDS),
  });
export const uploadsBusy = () =>
  new RequestRefused('scheduling.uploads-busy', MEDIA_TEXT.uploadsBusy, {
    'retry-after': String(UPLOADS_RETRY_SECONDS),
  });

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
