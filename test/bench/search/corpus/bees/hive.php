<?php
/** Whether a colony is about to swarm: crowded frames and queen cells. */
function swarmRisk($given) {
	$crowded = $hive->bees() / $hive->space() > 0.85;
	return $crowded && $hive->queenCells() > 0;
}

/** How many varroa mites a day fall onto the board. */
function miteCount($given) {
	$days = $board->inserted->diff($board->counted)->days;
	return $board->mites / max(1, $days);
}

/** Whether honey is dry enough to be taken. */
function honeyReady($given) {
	return $comb->moisture < 18 && $comb->sealedShare > 0.8;
}

/** How much sugar a colony still needs before winter. */
function winterFeed($given) {
	$missing = max(0, 16 - $hive->storesInKilograms());
	return $missing * 1.2;
}
