/** An answer that is written as JSON once its transaction is over, judged value by value meanwhile. */
export class JsonText<T> {
  /** Throws for a value that the answer's schema does not allow. */
  readonly text: () => string
  /** Never there: tells answers of one kind from those of another. */
  declare readonly as: T

  constructor(text: () => string) {
    this.text = text
  }

  toJSON(): T {
    return JSON.parse(this.text())
  }
}
