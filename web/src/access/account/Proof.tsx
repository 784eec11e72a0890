import { PasswordInput, TextInput } from '@mantine/core'
import type { Account } from '@plinth/api/access/account'
import { t } from '../../lib/language.ts'
import type { useAccountForm } from './AccountForm.tsx'

type Known = Pick<Account, 'hasSecondFactor'>

/** What the fields are called that show who one is. */
export const proofLabels = { currentPassword: t('Your password'), code: t('Code from your authenticator app') }

/** The fields that cannot be left out. */
export const proofOf = ({ hasSecondFactor }: Known) => (hasSecondFactor ? ['code'] : [])

interface Props {
  form: Pick<ReturnType<typeof useAccountForm>, 'input'>
  account: Known
}

/** One's password as it is now, and a code where there is a second factor: asked for before signing in is changed. */
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
