/** A Map that deletes its oldest entry when it is full, so that a sandbox can run for months. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #onDeleted: (value: V, key: K) => void;

  constructor(max: number, onDeleted: (value: V, key: K) => void = () => undefined) {
    this.#max = max;
    this.#onDeleted = onDeleted;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    for (const [oldest, gone] of this.#entries) {
      this.#entries.delete(oldest);
      this.#onDeleted(gone, oldest);
      return;
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  keys(): IterableIterator<K> {
    return this.#entries.keys();
  }

  clear(): void {
    this.#entries.clear();
  }
}
