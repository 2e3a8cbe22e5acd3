/** The moment of the picture if the caller gives none, in seconds. */
const DEFAULT_SECONDS = 2;
const JPEG_QUALITY = 0.7;
const WIDTH = 320;
/** Milliseconds. If the browser does not report a frame within this time, the current frame is drawn. */
const FRAME_DEADLINE = 300;
/** Seconds. A frame starts at most this long before the moment that it shows. */
const FRAME_TOLERANCE = 0.5;

/** Returns a picture of a video as an object URL, which the caller must revoke. `at`: the moment in milliseconds. The default is 2 seconds,
 * or the middle of a shorter video.
 */
export function videoFrame(src: string, signal: AbortSignal, at?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video');
    const end = () => {
      video.removeAttribute('src');
      video.load();
    };
    const fail = () => {
      end();
      reject(new DOMException('This video cannot be shown', 'NotSupportedError'));
    };
    signal.addEventListener('abort', fail, { once: true });
    video.onerror = fail;
    video.onloadedmetadata = () => {
      const defaultSeconds = video.duration > DEFAULT_SECONDS ? DEFAULT_SECONDS : video.duration / 2;
      const waitForFrame = framesOf(video);
      video.onseeked = async () => {
        await waitForFrame();
        draw();
      };
      video.currentTime = at === undefined ? defaultSeconds : at / 1000;
    };
    const draw = () => {
      const canvas = document.createElement('canvas');
      canvas.width = WIDTH;
      canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth) || WIDTH;
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(
        (blob) => {
          end();
          if (blob) resolve(URL.createObjectURL(blob));
          else fail();
        },
        'image/jpeg',
        JPEG_QUALITY,
      );
    };
    video.muted = true;
    video.playsInline = true;
    video.preload = 'metadata';
    // Files of another host taint the canvas, unless the browser loads them with CORS.
    if (!src.startsWith('blob:')) video.crossOrigin = 'anonymous';
    video.src = src;
  });
}

/** Chromium reports `seeked` before its compositor has the new frame. A canvas then draws the old frame. Must run before the seek.
 * @returns a function that waits until the frame of `currentTime` can be drawn
 */
function framesOf(video: HTMLVideoElement): () => Promise<void> {
  // Firefox has this method only since version 132.
  if (!('requestVideoFrameCallback' in video)) return () => Promise.resolve();
  let shownAt: number | null = null;
  let onFrame = () => {};
  const isThere = () => shownAt !== null && Math.abs(shownAt - video.currentTime) < FRAME_TOLERANCE;
  const listen = () => {
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      shownAt = mediaTime;
      onFrame();
      listen();
    });
  };
  listen();
  return () =>
    new Promise((resolve) => {
      const deadline = setTimeout(resolve, FRAME_DEADLINE);
      onFrame = () => {
        if (!isThere()) return;
        clearTimeout(deadline);
        resolve();
      };
      onFrame();
    });
}
