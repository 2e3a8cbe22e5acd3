const FRAME_SECONDS = 2;
const JPEG_QUALITY = 0.7;
const WIDTH = 320;

/** The picture of a video at 2 s (or its middle, when it is shorter) as an object address; the caller revokes it. */
export function videoFrame(src: string, signal: AbortSignal): Promise<string> {
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
      video.currentTime = video.duration > FRAME_SECONDS ? FRAME_SECONDS : video.duration / 2;
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
