/** A complete file on this machine's disk, with its size and digest, which were computed while it arrived. */
export interface ArrivedFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 as 64 hexadecimal digits. */
  sha256: string
}
