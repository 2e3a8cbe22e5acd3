const FRAME_SECONDS = 2;
const JPEG_QUALITY = 0.7;
const WIDTH = 320;

/**
 * The picture of a video as an object address; the caller revokes it. `at`: its moment in milliseconds; else 2 s, or the
 * middle of a video that is shorter.
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
      const usual = video.duration > FRAME_SECONDS ? FRAME_SECONDS : video.duration / 2;
      video.currentTime = at === undefined ? usual : at / 1000;
    };
    video.onseeked = () => {
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
    // Files of another host taint the canvas unless they are asked for this way.
    if (!src.startsWith('blob:')) video.crossOrigin = 'anonymous';
    video.src = src;
  });
}
