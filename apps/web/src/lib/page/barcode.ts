// Reads barcodes with the camera where the browser can. Nothing of a picture is kept or sent.

/** The part of the browser's BarcodeDetector that is used. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new () => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as unknown as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read barcodes with a camera. */
export const canReadBarcodes = (): boolean =>
  // The camera is absent from a page without HTTPS, although the types say otherwise.
  detectorClass() !== undefined && (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;

const LOOK_EVERY_MS = 200;

/** Shows the camera in a video and reports the first barcode. Returns what stops the camera. */
export function startReading(
  video: HTMLVideoElement,
  onRead: (code: string) => void,
  onFailure: () => void,
): () => void {
  let isOver = false;
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const look = async (detector: Detector) => {
    // The first frames have nothing to read.
    const found = await detector.detect(video).catch(() => []);
    if (isOver) return;
    const code = found[0]?.rawValue.trim();
    if (code) return onRead(code);
    timer = setTimeout(() => void look(detector), LOOK_EVERY_MS);
  };
  const start = async () => {
    const Reader = detectorClass();
    if (!Reader) return onFailure();
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      video.srcObject = stream;
      await video.play();
      await look(new Reader());
    } catch {
      if (!isOver) onFailure();
    }
  };
  void start();
  return stop;
}
