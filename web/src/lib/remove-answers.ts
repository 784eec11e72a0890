/** The name prefix of the databases in which a device stores answers: `device-answers.ts`. */
export const answersPrefix = 'plinth answers '

const deleted = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/**
 * Deletes the answers that are stored on this device, except those in the named database. In a file of its own without a library, because a
 * sign-out runs it and must not download anything for it.
 */
export async function removeAnswers(except?: string): Promise<void> {
  const all = await indexedDB.databases()
  await Promise.all(
    all.flatMap(({ name }) => (name?.startsWith(answersPrefix) && name !== except ? deleted(name) : [])),
  )
}
