import { PasswordInput, TextInput } from '@mantine/core'
import { t } from '../../lib/language.ts'
import type { useSmallForm } from './SmallForm.tsx'

interface Known {
  hasSecondFactor: boolean
}

/** The labels of the proof fields. */
export const proofLabels = { currentPassword: t('Your password'), code: t('Code from your authenticator app') }

/** The required proof fields. */
export const proofOf = ({ hasSecondFactor }: Known) => (hasSecondFactor ? ['code'] : [])

interface Props {
  form: Pick<ReturnType<typeof useSmallForm>, 'input'>
  account: Known
}

/** The present password, and a code if there is a second factor. Both are needed to change the sign-in. */
export function ProofInputs({ form, account }: Props) {
  return (
    <>
      <PasswordInput {...form.input('currentPassword')} autoComplete="current-password" />
      {account.hasSecondFactor && (
        <TextInput
          {...form.input('code')}
          autoComplete="one-time-code"
          description={t('Six digits, or one of your recovery codes')}
        />
      )}
    </>
  )
}
