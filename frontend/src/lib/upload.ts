import type { Call } from '@posthorn/contracts/shared/call';
import { askBeforeLeaving } from './ask-before-leaving.ts';
import { ApiError, apiErrorOf, notePosition, positionHeader } from './api-client.ts';

type Upload<Reply> = Readonly<{ done: Promise<Reply>; cancel: () => void }>;

/** Uploads files. Reports the progress from 0 to 1, which `fetch` cannot. `done` rejects with an AbortError after `cancel`. Until `done`
 * settles, the browser asks before the page closes.
 */
export function upload<Reply>(
  { method, path }: Call<unknown, Reply>,
  field: string,
  files: readonly File[],
  onProgress: (fraction: number) => void,
): Upload<Reply> {
  const request = new XMLHttpRequest();
  const done = new Promise<Reply>((resolve, reject) => {
    request.open(method, path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(positionHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      notePosition((name) => request.getResponseHeader(name));
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Reply);
      else void apiErrorOf(request.status, request.responseText || request.statusText).then(reject);
    };
    request.onerror = () => {
      reject(new ApiError(0, 'No connection'));
    };
    request.onabort = () => {
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    const body = new FormData();
    for (const file of files) body.append(field, file);
    request.send(body);
  });
  const stopAsking = askBeforeLeaving(() => true);
  void done.then(stopAsking, stopAsking);
  return {
    done,
    cancel: () => {
      request.abort();
    },
  };
}
