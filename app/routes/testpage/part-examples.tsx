import { BackLink } from "~/ui/back-link";
import { BookingCard } from "~/ui/booking-card";
import { Button, LinkButton } from "~/ui/button";
import { EquipmentList } from "~/ui/equipment-list";
import { DangerZone, FormSection, SaveBar } from "~/ui/form-section";
import { MenuLink } from "~/ui/menu-link";
import { PolicyLine } from "~/ui/policy-line";
import { PopoverMenu } from "~/ui/popover-menu";
import { ReviewCard } from "~/ui/review-card";
import { Section } from "~/ui/section";
import type { Component } from "./example";

/** Parts that pages are put together from. */
export const partExamples: Component = {
  props: {
    "PopoverMenu.label": "what its button says; the browser opens and closes the panel",
    "MenuLink.currentPath": "marks the page shown, or the section that it belongs to",
    "MenuLink.count": "how much waits behind it; nothing is shown for none",
    "FormSection.id": "names its heading, and those of DangerZone and Section",
    "Section.tinted": "the pale ground of every other section",
    "Section.action": "beside the heading: a link to the whole list",
    "BookingCard.price": "above what books",
    "ReviewCard.review": "rating: 1 to 5 stars; detail: the venue, or nothing",
    "EquipmentList.items": "detail: one line more about it",
  },
  examples: [
    {
      name: "menu",
      show: () => (
        <PopoverMenu id="example-menu" label="Menu">
          <ul className="grid">
            <li>
              <MenuLink href="/testpage" label="Here" icon="lieu" currentPath="/testpage" />
            </li>
            <li>
              <MenuLink href="/reservation" label="There" count={3} currentPath="/testpage" />
            </li>
          </ul>
        </PopoverMenu>
      ),
    },
    { name: "back-link", show: () => <BackLink href="/testpage" label="All of them" /> },
    {
      name: "form-sections",
      show: () => (
        <>
          <FormSection id="address-title" title="Address">
            <p>Where it is.</p>
          </FormSection>
          <DangerZone id="end-title" title="For good">
            <p>What cannot be undone.</p>
          </DangerZone>
          <SaveBar>
            <Button type="button">Save</Button>
          </SaveBar>
        </>
      ),
    },
    {
      name: "equipment",
      show: () => (
        <EquipmentList
          items={[
            { icon: "groupe", label: "Chairs", detail: "120 of them" },
            { icon: "image", label: "Screen" },
          ]}
        />
      ),
    },
    {
      name: "review",
      show: () => (
        <ReviewCard
          review={{
            ...{ rating: 4, text: "A fine place.", author: "Alix Bernard", detail: "The orangery" },
            ...{ stayOn: "03/05/2027", publishedOn: "09/05/2027" },
          }}
        />
      ),
    },
    { name: "policy-line", show: () => <PolicyLine /> },
    {
      name: "booking-card",
      isPage: true,
      show: () => (
        <div className="stack">
          <h1>Booking card</h1>
          <BookingCard price={{ amount: "480\u00a0€", per: "a day", withFee: "540,00\u00a0€" }}>
            <p>What books.</p>
          </BookingCard>
        </div>
      ),
    },
    {
      name: "sections",
      isPage: true,
      show: () => (
        <div className="stack">
          <h1>Sections</h1>
          <Section
            id="news"
            title="News"
            tinted
            action={<LinkButton href="/testpage">All</LinkButton>}
          >
            <p>What is new.</p>
          </Section>
        </div>
      ),
    },
  ],
};
