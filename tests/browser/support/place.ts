import { expect, type Locator, type Page } from '@playwright/test';

/** A dialog of a place. */
export interface PlaceDialog {
  /** The control that opens it: has the focus again once it is closed. */
  opener: Locator;
  /** How it is opened; by default by a click at what opens it. */
  open?: () => Promise<void>;
  /** The steps that are taken in it before it is looked at. */
  fill?: (dialog: Locator) => Promise<void>;
  /** How it is closed; by default by Escape. */
  close?: (dialog: Locator) => Promise<void>;
}

/** A place of the panel with parts of the plugin. */
export interface Place {
  name: string;
  /** Below the panel's own address. */
  address: string;
  /** Is there once the place is whole. */
  shows: Locator;
  /** CSS selectors of the plugin's parts, where the page itself is Strapi's. */
  parts?: readonly string[];
  /** The steps that are taken before it is looked at. */
  prepare?: () => Promise<void>;
  /** A part that scrolls downwards only. */
  column?: Locator;
  dialogs?: Readonly<Record<string, PlaceDialog>>;
}

/** The address of a place at a path of the server. */
export const addressOf = (path: string): string => path.replace('/admin/', '');

/** CSS selector of any dialog. */
export const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Closes the dialog of a place that is open. */
export async function closeDialog(page: Page, place: PlaceDialog): Promise<void> {
  const dialog = page.locator(DIALOG);
  if (place.close) await place.close(dialog);
  else await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** The button of this very name. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
