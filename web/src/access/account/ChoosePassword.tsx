import { PasswordInput, TextInput } from '@mantine/core'
import { changePasswordByLink } from '@plinth/api/access/password-links'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { type ReactNode, useState } from 'react'
import { t } from '../../lib/language.ts'
import { SmallForm, useSmallForm } from '../../ui/form/SmallForm.tsx'
import site from '../../ui/form/site.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './ChoosePassword.module.css'

type Chosen = Answer<typeof changePasswordByLink>

/** The page that a password link opens. The secret stands behind the #. */
export function ChoosePassword() {
  const [link] = useState(() => window.location.hash.slice(1))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <div className={classes['sheet']}>
      <title>{`${t('Choose a password')} · Plinth`}</title>
      <h1 tabIndex={-1} className={site['heading']}>
        {t('Choose a password')}
      </h1>
      {chosen ? <Done {...chosen} /> : <Choice link={link} done={setChosen} />}
    </div>
  )
}

const Hint = ({ children }: { children: ReactNode }) => <p className={classes['hint']}>{children}</p>

function Choice({ link, done }: { link: string; done: (chosen: Chosen) => void }) {
  const [asksCode, setAsksCode] = useState(false)
  const form = useSmallForm({
    endpoint: changePasswordByLink,
    labels: {
      newPassword: t('New password'),
      repeat: t('New password again'),
      code: t('Code from your authenticator app'),
    },
    repeats: [{ name: 'repeat', of: 'newPassword', fault: t('This is not the same as the new password.') }],
    endsSession: true,
    done,
  })
  const code = form.input('code')
  // Only the server knows whether there is a second factor, and tells it to anybody with the link.
  if (code.error && !asksCode) setAsksCode(true)
  if (link === '')
    return <Hint>{t('This link is not whole. Open it from the message that it came in, or copy all of it.')}</Hint>
  return (
    <>
      <Hint>{t('You sign in with it from then on; wherever you are signed in now, you are signed out.')}</Hint>
      <SmallForm form={form} action={t('Choose password')}>
        <input type="hidden" name="link" value={link} />
        <PasswordInput
          {...form.input('newPassword')}
          description={t('At least 8 characters; a few words together are easy to keep in mind.')}
          autoComplete="new-password"
        />
        <PasswordInput {...form.input('repeat')} autoComplete="new-password" />
        {asksCode && (
          <TextInput
            {...code}
            ref={takeFocus}
            description={t('Six digits, or one of your recovery codes')}
            autoComplete="one-time-code"
          />
        )}
      </SmallForm>
    </>
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

function Done({ tenantName, signInName }: Chosen) {
  return (
    <>
      <p role="status" className={classes['hint']}>
        {t('Your password is chosen. Sign in at {tenantName} with {signInName}.', { tenantName, signInName })}
      </p>
      <div>
        <LinkButton to="/login">{t('Login')}</LinkButton>
      </div>
    </>
  )
}
