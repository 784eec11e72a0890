/** An answer that is written as JSON after its transaction has ended; its schema checks each value as it is written. */
export class JsonText<T> {
  /** Throws for a value that the answer's schema forbids. */
  readonly text: () => string
  /** Declared only to keep answers of different types apart in the type check. */
  declare readonly as: T

  constructor(text: () => string) {
    this.text = text
  }

  toJSON(): T {
    return JSON.parse(this.text())
  }
}
