/** A file on this machine's disk that is whole, with what was found of it while it arrived. */
export interface ArrivedFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 as 64 hexadecimal digits. */
  sha256: string
}
