/** What the names of the databases begin with in which a device keeps answers: `device-answers.ts`. */
export const answersPrefix = 'plinth answers '

const deleted = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/**
 * Deletes the answers that are kept on this device, but for those in the database named. In a file of its own without a library: a
 * sign-out deletes them, and may fetch nothing for that.
 */
export async function removeAnswers(except?: string): Promise<void> {
  const all = await indexedDB.databases()
  await Promise.all(
    all.flatMap(({ name }) => (name?.startsWith(answersPrefix) && name !== except ? deleted(name) : [])),
  )
}
