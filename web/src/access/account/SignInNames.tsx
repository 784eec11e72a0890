import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type Account, changeSignInNames } from '@plinth/api/access/account'
import { useState } from 'react'
import { dash } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { ProofInputs, proofLabels, proofOf } from '../../ui/form/Proof.tsx'
import record from '../../ui/form/RecordForm.module.css'
import { SmallForm, useSmallForm } from '../../ui/form/SmallForm.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'

/** The sign-in names. People change them only here, with their password. */
export function SignInNames({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false)
  const stop = () => setChanging(false)
  return (
    <RecordSection title={t('What you sign in with')}>
      {isChanging ? (
        <NamesForm account={account} onDone={stop} />
      ) : (
        <Stack gap="md" align="flex-start">
          <dl className={record['fields']} style={{ width: '100%' }}>
            <ReadValue label={t('E-mail')}>{account.email ?? dash}</ReadValue>
            <ReadValue label={t('Mobile number')}>{account.mobileNo ?? dash}</ReadValue>
          </dl>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('Change e-mail or mobile number')}
          </Button>
        </Stack>
      )}
    </RecordSection>
  )
}

function NamesForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const [email, setEmail] = useState(account.email ?? '')
  const [mobileNo, setMobileNo] = useState(account.mobileNo ?? '')
  const form = useSmallForm({
    endpoint: changeSignInNames,
    labels: { email: t('E-mail'), mobileNo: t('Mobile number'), ...proofLabels },
    needed: proofOf(account),
    nullWhenEmpty: ['email', 'mobileNo'],
    done: async () => {
      onDone()
      await alertSuccess(t('You sign in with these from now on.'))
    },
  })
  const isUnsaved = () => email !== (account.email ?? '') || mobileNo !== (account.mobileNo ?? '')
  return (
    <SmallForm form={form} action={t('Save')} onCancel={onDone}>
      <TextInput
        {...form.input('email')}
        required={false}
        type="email"
        autoComplete="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        {...form.input('mobileNo')}
        required={false}
        type="tel"
        autoComplete="tel"
        value={mobileNo}
        onChange={({ currentTarget }) => setMobileNo(currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {t('One of the two may be left empty.')}
      </Text>
      <ProofInputs form={form} account={account} />
      <UnsavedGuard unsaved={isUnsaved} />
    </SmallForm>
  )
}
