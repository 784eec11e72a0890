import { Alert, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import {
  type Account,
  changePassword,
  deleteAccountImage,
  getAccount,
  setAccountImage,
  updateAccount,
} from '@plinth/api/access/account'
import { useState } from 'react'
import { dash, momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useSave } from '../../lib/useSave.ts'
import { ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { ProofInputs, proofLabels, proofOf } from '../../ui/form/Proof.tsx'
import record from '../../ui/form/RecordForm.module.css'
import { Side } from '../../ui/form/RecordSides.tsx'
import { SmallForm, useSmallForm } from '../../ui/form/SmallForm.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import { ProfileImageInput } from '../users/ProfileImageInput.tsx'
import { AccountSessions } from './AccountSessions.tsx'
import { Notifications } from './Notifications.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignInNames } from './SignInNames.tsx'

const CalendarFeeds = lazyPart(() => import('../../reminders/calendar-feeds/CalendarFeeds.tsx'), 'CalendarFeeds', {
  waiting: <Skeleton height={180} />,
})

/** The account page: the user's name, picture and sign-in. */
export function AccountView() {
  const user = useUser()
  // Fixed on arrival, so that the recovery codes shown after the setup do not jump to another place.
  const [factorFirst] = useState(user?.mustSetUpSecondFactor === true)
  const source = useRecord(getAccount)
  const account = source.data
  const permissions = user && !user.mustSetUpSecondFactor && (
    <LinkButton variant="default" to={`/admin/users/${user.id}/permissions`}>
      {t('What you may do')}
    </LinkButton>
  )
  return (
    <Screen
      title={t('Your page')}
      source={source}
      failure={t('Failed to fetch your page')}
      actions={permissions}
      width="56rem"
    >
      {!account && <Waiting />}
      {account && (
        <>
          {account.requiresSecondFactor && !account.hasSecondFactor && (
            <Alert
              variant="outline"
              color="orange"
              mb="sm"
              role="alert"
              title={t('Your company asks for a second factor')}
            >
              {t('Set it up below. Until then, nothing but this page is open to you.')}
            </Alert>
          )}
          {factorFirst && <SecondFactor account={account} />}
          <Profile account={account} />
          <Notifications account={account} />
          <SignInNames account={account} />
          <Password account={account} />
          {!factorFirst && <SecondFactor account={account} />}
          {!user?.mustSetUpSecondFactor && (
            <Side id="calendar">
              <CalendarFeeds account={account} />
            </Side>
          )}
          <AccountSessions />
        </>
      )}
    </Screen>
  )
}

function Waiting() {
  return (
    <Stack gap="sm" aria-busy>
      {[0, 1, 2].map((part) => (
        <Skeleton key={part} height={180} />
      ))}
    </Stack>
  )
}

function Profile({ account }: { account: Account }) {
  const save = useSave()
  const [name, setName] = useState(account.username)
  const form = useSmallForm({
    endpoint: updateAccount,
    labels: { username: t('Name') },
    done: (stored) => {
      setName(stored.username)
      return alertSuccess(t('Your name has been changed.'))
    },
  })
  return (
    <RecordSection title={t('Name and picture')}>
      <Stack gap="md">
        <ProfileImageInput
          src={account.profileImage}
          name={account.username}
          choose={async (file) => void (await save(setAccountImage, file))}
          remove={() => save(deleteAccountImage, undefined)}
        />
        <SmallForm form={form} action={t('Save name')}>
          <TextInput
            {...form.input('username')}
            autoComplete="name"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </SmallForm>
        <dl className={record['fields']}>
          <ReadValue label={t('Designation')}>{account.designation ?? dash}</ReadValue>
          <ReadValue label={t('Company')}>{account.tenantName}</ReadValue>
        </dl>
        <Text size="xs" c="dimmed">
          {t('Your designation is changed by an administrator of your company.')}
        </Text>
      </Stack>
      <UnsavedGuard unsaved={() => name !== account.username} />
    </RecordSection>
  )
}

function Password({ account }: { account: Account }) {
  const form = useSmallForm({
    endpoint: changePassword,
    labels: {
      ...proofLabels,
      currentPassword: t('Current password'),
      newPassword: t('New password'),
      repeat: t('New password again'),
    },
    needed: proofOf(account),
    repeats: [{ name: 'repeat', of: 'newPassword', fault: t('This is not the same as the new password.') }],
    done: (_, element) => {
      element.reset()
      return alertSuccess(t('Your password has been changed. Your other sessions were signed out.'))
    },
  })
  return (
    <RecordSection title={t('Password')}>
      {account.isPasswordOwn ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t('Last changed {moment}.', { moment: momentText(account.passwordChangedAt) })}
        </Text>
      ) : (
        <Alert variant="outline" color="orange" mb="sm" role="note">
          {t('Your password was set by an administrator. Choose your own.')}
        </Alert>
      )}
      <SmallForm form={form} action={t('Change password')}>
        <ProofInputs form={form} account={account} />
        <PasswordInput
          {...form.input('newPassword')}
          description={t('At least 8 characters; a few words together are easy to keep in mind.')}
          autoComplete="new-password"
        />
        <PasswordInput {...form.input('repeat')} autoComplete="new-password" />
      </SmallForm>
    </RecordSection>
  )
}
