//! What stands below the help of the commands that build lists. A test runs every line of it, one after another.

pub(super) const NEW: &str = "\
Examples:
  orbat new
      asks for everything
  orbat new army.yaml --system firefight --faction enforcers --points 800
  orbat new court.yaml --system dark_age --faction dragyri --set subfaction=air";

pub(super) const ADD: &str = "\
Examples:
  orbat add army.yaml captain
  orbat add army.yaml marines --models 8 --option launcher --option lieutenant
  orbat add army.yaml wardens --dry-run";

pub(super) const REMOVE: &str = "\
Examples:
  orbat remove army.yaml marines --dry-run
  orbat remove army.yaml @13 --dry-run
      the unit whose name stands on line 13 of the file";

pub(super) const SET: &str = "\
Examples:
  orbat set army.yaml marines --models 7 --drop launcher
  orbat set army.yaml @13 --name \"The Old Man\"
      the unit whose name stands on line 13 of the file
  orbat set army.yaml --points 900
      the list itself";

pub(super) const SUGGEST: &str = "\
Units that are needed come first, then the slots in their order, the cheapest
first. Each has been tried: with it the list stays as legal as it is.

Examples:
  orbat suggest army.yaml
  orbat suggest army.yaml --slot troops --price 150
      what fills the slot for 150 points or less
  orbat suggest army.yaml marines
      what a unit of the list may still take";

pub(super) const COMPLETE: &str = "\
Nothing that the list holds is changed or removed. Exit code 1: no legal list
was found.

Examples:
  orbat complete army.yaml --dry-run
  orbat complete army.yaml --spend --owned owned.yaml --seed 2 --dry-run
  orbat complete army.yaml --spend";

pub(super) const FIX: &str = "\
Exit code 1: changes are shown, none is made.

Examples:
  orbat fix army.yaml
      shows up to three sets of changes
  orbat fix army.yaml --apply 1
      makes those of the first";

pub(super) const OWNED_CHECK: &str = "\
Exit code 1: models are short. owned.yaml says what you have:
  orbat: 1
  system: firefight
  units:
    captain: 2
    marines: {marine: 15, lieutenant: 1}

Examples:
  orbat owned check army.yaml
  orbat owned check army.yaml other.yaml --owned owned.yaml
      whether the models suffice for both at once";
