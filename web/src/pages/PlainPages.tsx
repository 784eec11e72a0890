import { Button } from '@mantine/core'
import { IconBarrierBlock, IconLock } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import site from '../ui/form/site.module.css'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import classes from './PlainPages.module.css'

interface Props {
  title: string
  icon: typeof IconLock
  text: string
  /** The actions of the page. */
  children: ReactNode
}

/** A page with one message and the next actions. */
function PlainPage({ title, icon: Icon, text, children }: Props) {
  return (
    <div className={classes['sheet']}>
      <title>{`${title} · Plinth`}</title>
      <div className={`${site['blueprint']} ${classes['mark']}`}>
        <Icon size={40} stroke={1.4} aria-hidden />
      </div>
      <h1 tabIndex={-1} className={site['heading']}>
        {title}
      </h1>
      <p>{text}</p>
      <div className={classes['actions']}>{children}</div>
    </div>
  )
}

/** Goes back to the previous page, or home if the page was opened directly. */
function useWayBack(): () => void {
  const router = useRouter()
  return () => (window.history.length > 1 ? router.history.back() : void router.navigate({ to: '/' }))
}

export function UnderConstruction() {
  const goBack = useWayBack()
  const { pathname } = useLocation()
  const name = pathname.split('/').findLast(Boolean)?.replaceAll('-', ' ')
  return (
    <PlainPage
      title={name === 'gst' ? 'GST' : words(name)}
      icon={IconBarrierBlock}
      text={t('This page is under construction.')}
    >
      <Button variant="default" onClick={goBack}>
        {t('Back')}
      </Button>
      <LinkButton to="/">{t('Home')}</LinkButton>
    </PlainPage>
  )
}

export function Unauthorized() {
  return (
    <PlainPage
      title={t('Unauthorized Access')}
      icon={IconLock}
      text={t(
        'You do not have the necessary permissions to access this page. Please contact your administrator if you believe this is a mistake.',
      )}
    >
      <Button onClick={useWayBack()}>{t('Go Back')}</Button>
    </PlainPage>
  )
}
