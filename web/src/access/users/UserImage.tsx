import { Avatar } from '@mantine/core'
import { deleteUserImage, setUserImage, type User } from '@plinth/api/access/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { ProfileImageInput } from './ProfileImageInput.tsx'

const imageText = (url: unknown) =>
  plainText(url).startsWith('blob:') ? t('A newly chosen image') : url ? t('An image') : t('None')

/** On a view screen a chosen image is uploaded at once; on a form it is saved with the record. */
export function UserImage({ registerFile }: { registerFile: (file: File) => string }) {
  const { mode, value, set } = useField('profileImage', t('Profile image'), { textOf: imageText })
  const { id, username } = useFormContext<Partial<User>>().getValues()
  const queryClient = useQueryClient()

  async function put(file: File | null) {
    if (mode !== 'view' || !id) return set(file && registerFile(file))
    await storeImage(id, file)
    await queryClient.invalidateQueries()
    void alertSuccess(file ? t('Profile image saved.') : t('Profile image removed.'))
  }

  const src = plainText(value) || null
  const name = username ?? t('the new user')
  const mayOnlyLook = !useCan(setUserImage) && mode === 'view'
  if (mayOnlyLook && !src) return null
  return (
    <RecordSection title={t('Profile image')}>
      {mayOnlyLook ? (
        <Avatar src={src} alt={t('Profile image of {name}', { name })} size={88} radius="sm" />
      ) : (
        <ProfileImageInput src={src} name={name} choose={put} remove={() => put(null)} />
      )}
    </RecordSection>
  )
}

/** The files chosen on a form, by their object URLs. They are uploaded once the record is saved. */
export function useChosenImages() {
  const files = useRef(new Map<string, File>())
  useEffect(() => {
    const chosen = files.current
    return () => {
      for (const url of chosen.keys()) URL.revokeObjectURL(url)
    }
  }, [])

  function registerFile(file: File): string {
    const url = URL.createObjectURL(file)
    files.current.set(url, file)
    return url
  }

  async function store({ id, profileImage }: User, values: FieldValues): Promise<void> {
    const chosenUrl = plainText(values['profileImage'])
    const file = files.current.get(chosenUrl) ?? null
    try {
      if (file || (chosenUrl === '' && profileImage !== null)) await storeImage(id, file)
    } catch (error) {
      const reason = error instanceof CallError ? error.message : t('Please try again.')
      void alertFailure(t('The user was saved, but not the profile image. {reason}', { reason }))
    }
  }

  return { registerFile, store }
}

/** Replaces the profile image of a person by this file, or removes it. */
async function storeImage(id: string, file: File | null): Promise<void> {
  if (file) await call(setUserImage, { params: { id }, body: file })
  else await call(deleteUserImage, { params: { id } })
}
